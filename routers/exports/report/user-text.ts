import { html } from './html.ts';

/** Stored text in its own writing direction. */
export const userText = (text: string) => html`<bdi>${text}</bdi>`;
