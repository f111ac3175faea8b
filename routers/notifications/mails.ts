import { mailTemplates } from '../../server/mail/template.ts';
import { englishNotices } from './mail-texts/english.ts';
import { germanNotices } from './mail-texts/german.ts';

const template = mailTemplates({ en: englishNotices, de: germanNotices });

export const weeklyDigestMail = template('weeklyDigest');
export const scoreDropMail = template('scoreDrop');
export const overdueGoalsMail = template('overdueGoals');
export const reviewRequestedMail = template('reviewRequested');
export const paymentFailedMail = template('paymentFailed');
