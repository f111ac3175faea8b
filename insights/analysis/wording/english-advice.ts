import { actionFor } from '../component-actions.ts';
import { goalName } from '../facts.ts';
import { counted, numberText, percentInWords } from '../formatting.ts';
import type { AdviceTexts } from './advice.ts';

export const englishAdvice: AdviceTexts = {
  action: (key) => {
    const { title, description } = actionFor(key);
    return [title, description];
  },
  gain: ({ name, score, lift }, servesGoal) =>
    `It could lift the score by up to ${numberText(lift)} points, with ${name} at ${numberText(score)} now${servesGoal ? '; a goal of yours depends on it' : ''}.`,
  noGoals: [
    'Set a goal worth measuring',
    'No goal is set yet. Choose one figure that matters this quarter, a target and a date, so that progress shows.',
  ],
  overdueGoals: (urgent, count) => [
    count === 1 ? `Decide on the overdue ${goalName(urgent)}` : 'Decide on the goals past their date',
    `${count === 1 ? 'One goal is' : `${count} goals are`} past the date that was set; the ${goalName(urgent)} stands at ${numberText(urgent.progress_percent)} percent. Give each a new date and an owner, or drop it.`,
  ],
  focus: (urgent) => [
    `Focus on the ${goalName(urgent)}`,
    `It has ${urgent.priority} priority and stands at ${numberText(urgent.progress_percent)} percent. Agree on the next step and who takes it this week.`,
  ],
  overdueTasks: ({ open, overdue }) => [
    'Clear the overdue tasks',
    `${numberText(overdue)} of ${counted(open, 'open task')} ${overdue === 1 ? 'is' : 'are'} overdue. Finish, delegate or drop the overdue ones.`,
  ],
  importantTasks: ({ open, by_priority: { high } }) => [
    'Finish the tasks of high priority',
    `${numberText(high)} of ${counted(open, 'open task')} ${high === 1 ? 'has' : 'have'} high priority. Finish them before starting anything new.`,
  ],
  noTraffic: ({ period_days: days }) => [
    'Connect website analytics',
    `No visits are recorded for the last ${numberText(days)} days. Once analytics is connected, traffic and conversions count in these answers.`,
  ],
  fewConversions: ({ period_days: days, sessions, conversions }) => [
    'Turn more visits into enquiries',
    `${counted(sessions, 'session')} in ${numberText(days)} days led to ${counted(conversions, 'conversion')}. Put one clear way to book, call or ask on every page, and shorten the form behind it.`,
  ],
  fewStay: ({ engagement_rate: rate }) => [
    'Keep the visitors who arrive',
    `The engagement rate is ${percentInWords(rate)}. Look at the pages where most visits begin: does the first screen answer what people came for?`,
  ],
  content: (posts) => [
    posts === 0 ? 'Publish a first article' : 'Publish more regularly',
    `${posts === 0 ? 'Nothing is published yet.' : `So far ${counted(posts, 'post')} ${posts === 1 ? 'is' : 'are'} published.`} Answer the question that {customers} ask most, in their words, and publish at a steady pace.`,
  ],
  social: ({ reach, engagement }) => [
    'Ask more and announce less on social networks',
    `A reach of ${numberText(reach)} brought ${counted(engagement, 'reaction')}. Show people and work, and end posts with a question.`,
  ],
};
