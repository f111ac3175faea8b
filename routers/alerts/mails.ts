import { mailTemplates } from '../../server/mail/template.ts';
import { englishAlert } from './mail-texts/english.ts';
import { germanAlert } from './mail-texts/german.ts';

export const alertMail = mailTemplates({ en: { alert: englishAlert }, de: { alert: germanAlert } })('alert');
