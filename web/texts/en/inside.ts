import { glossary } from './glossary.ts';
import { organization } from './organization.ts';
import { settings } from './settings.ts';
import { visibility } from './visibility.ts';
import { work } from './work.ts';

/** The texts of the usual pages of signed-in people, which are loaded when somebody is signed in. */
export const inside = { ...visibility, ...work, ...settings, ...organization, glossary };
