/** What figures mean: what they are, how they are computed, and what is good. docs/glossary.md has the same sentences. */
export const glossary = {
  whatIs: 'What is “{{name}}”?',
  meaning: 'What the words mean',
  names: {
    score: 'Visibility score',
    rawScore: 'Raw score',
    confidence: 'Confidence',
    foundation: 'Foundation',
    authority: 'Authority',
    discovery: 'Discovery',
    expectedPoints: 'Points expected',
    aiVisibility: 'AI visibility',
    aiPosition: 'Position in answers',
    aiSentiment: 'Sentiment',
    aiAccuracy: 'Accuracy',
    mentionRate: 'Mention rate',
    visits: 'Visits',
    visitors: 'Visitors',
    pageviews: 'Page views',
    leads: 'Leads',
    clicks: 'Clicks from search',
    impressions: 'Impressions',
    ctr: 'Click rate',
    position: 'Position in search',
    rating: 'Average rating',
    responseRate: 'Answered reviews',
    verified: 'Verified listing',
    candidate: 'Candidate',
    needsCorrection: 'Needs correction',
    rank: 'Rank',
    goals: 'Goals completed',
    tasks: 'Open tasks',
    work: 'Work done this month',
    evidence: 'Evidence',
    range: 'Range',
    smallestChange: 'Smallest visible change',
    relevance: 'Relevance',
    reach: 'Reach',
    interactions: 'Interactions',
    suggestionConfidence: 'Confidence of a suggestion',
    pageScore: 'Score of a page',
    aiCrawlers: 'AI crawlers',
    technicalSeo: 'Technical SEO',
    structuredData: 'Structured data',
    citations: 'Citations',
  },
  texts: {
    score:
      'How easily people find you online, from 0 to 100: in search, in AI assistants, in directories and in reviews. Each scan measures it anew. Higher is better: compare it with your competitors and with the scan before.',
    rawScore:
      'The score before it is adjusted for how sure the measurement is. Where both lie close together, the measurement is reliable.',
    confidence:
      'How sure the scan is of its scores, from 0 to 100%. The lower it is, the more sources were missing: then look at the direction rather than at single points.',
    foundation:
      'What everything else stands on: whether your website works, and your name, address and phone number are right everywhere.',
    authority: 'Why others trust you: reviews, links and mentions of your business.',
    discovery: 'Whether people meet you when they search for what you offer, in search engines and in AI assistants.',
    expectedPoints:
      'By how many points the visibility score would rise if this step were done, estimated from the latest scan.',
    aiVisibility:
      'How often and how well AI assistants name you when they are asked for what you offer, from 0 to 100. Higher is better. Its part of the visibility score may be older.',
    aiPosition: 'How early your name comes in an answer that lists several, from 0 to 100. Higher is earlier.',
    aiSentiment: 'How favorably answers speak of you, from 0 to 100. Higher is friendlier.',
    aiAccuracy:
      'How much of what answers say about you is right, from 0 to 100. Where it is low, correct what your pages and listings say.',
    mentionRate:
      'The share of answers that name you. The range around it is where the true value lies 19 times out of 20.',
    visits: 'How often somebody came to your website. Several pages in a row are one visit.',
    visitors:
      'How many different people came. Where a tool counts each day anew, somebody who came on two days counts twice.',
    pageviews: 'How many pages were opened in all visits together.',
    leads: 'How often a visit led to what your analytics tool counts as a conversion: a call, a form, a booking.',
    clicks:
      'How often people came to your website from the results of Google Search. The latest two or three days are still missing.',
    impressions: 'How often a page of yours was shown in the results of Google Search.',
    ctr: 'The share of impressions that led to a click. It is higher on the first places.',
    position: 'The average place of your pages in the results. 1 is the first place; lower is better.',
    rating:
      'The average of the stars of all reviews of the period, from 1 to 5. Compare it with the year before and with your competitors.',
    responseRate: 'The share of reviews that you have answered. Higher is better; answer bad ones first.',
    verified: 'A listing that is known to be yours. One that shows something else than your settings needs correction.',
    candidate: 'An entry that may be yours, but that nobody has confirmed yet.',
    needsCorrection: 'A directory shows something about you that differs from your settings.',
    rank: 'Your place among your competitors by visibility score.',
    goals: 'Goals that have reached their target, out of all that are not canceled.',
    tasks: 'Tasks that are neither done nor dismissed. Overdue ones are past their due date.',
    work: 'Tasks that were done and pages that were published since the first day of this month.',
    evidence:
      'How much the answers prove. Exploratory is a first impression, directional shows which way things go, and decision grade is enough to decide by.',
    range: 'Where the true value lies 19 times out of 20. The more answers there are, the narrower it is.',
    smallestChange:
      'A smaller difference between two runs may be chance. More questions, or more answers to each, make smaller ones visible.',
    relevance:
      'How much a business competes with you, from 0 to 100: the closer to 100, the more often customers choose between you two.',
    reach: 'How many people have seen something of your profiles.',
    interactions:
      'How often people reacted to what you posted, such as by a like, a comment or a share. The rate is their share of impressions.',
    suggestionConfidence: 'How well founded a suggestion is, from 0 to 100%.',
    pageScore: 'How much of the checks a page passes, from 0 to 100. What weighs more counts more.',
    aiCrawlers: 'Programs by which AI assistants read websites. One that your website turns away cannot quote it.',
    technicalSeo: 'Whether search engines can find and read your pages without errors.',
    structuredData:
      'What your pages state in a form for machines, such as opening hours, so that search engines and assistants need not guess.',
    citations: 'How often AI assistants gave the page as a source of an answer.',
  },
};
