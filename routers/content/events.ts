import { contentSuggestions } from '../../db/schema/index.ts';
import { recordEvents } from '../records/record-events.ts';

/** The events of suggestions that a pipeline sends. */
export const suggestionEvents = recordEvents(
  contentSuggestions,
  ['id', 'contentType', 'status', 'confidence'],
  ({ id: draftId, contentType, status, confidence }, before) =>
    before
      ? []
      : [{ type: 'suggestion.created', subject: draftId, data: { draftId, contentType, status, confidence } }],
);
