import { field, type SharedText } from './text.ts';

export const englishTemplates: SharedText[] = [
  {
    name: 'Service page',
    description: 'A service: what it is, who it is for, what it costs and how to book it.',
    category: 'service',
    variables: [
      field('service', 'Name of the service'),
      field('city', 'City'),
      field('price', 'Price or price range', false),
      field('phone', 'Phone number'),
    ],
    body: `{{service}} in {{city}}: what it is, whom it helps, and what to expect on the day.

## What is {{service}}?

Say in two or three short sentences what happens, in the words your clients use.

## Who is {{service}} for?

- A first situation in which people ask for it
- A second one
- When something else is the better choice

## What does {{service}} cost?

{{price}}. Say what is included, and what can make it more or less.

## How do I book?

Call {{phone}} or [write to us](/contact).
`,
  },
  {
    name: 'Location page',
    description: 'One page for each of your locations.',
    category: 'location',
    variables: [
      field('business', 'Name of the business'),
      field('city', 'City'),
      field('address', 'Address'),
      field('hours', 'Opening hours'),
    ],
    body: `{{business}} in {{city}} is at {{address}}, open {{hours}}.

## How to get here

Name the nearest crossing, stop and car park, and what is at the door for people who do not walk well.

## What we do in {{city}}

Link to the [services](/services) that this place offers.

## Who you will meet

Introduce the people who work here, with a line about each.
`,
  },
  {
    name: 'Questions and answers',
    description: 'Short answers to frequent questions, each under its own heading.',
    category: 'faq',
    variables: [
      field('topic', 'Topic'),
      field('question1', 'First question'),
      field('question2', 'Second question', false),
    ],
    body: `Answers to what people ask us most about {{topic}}, in plain words.

## {{question1}}

Answer in the first sentence. Explain in the two that follow.

## {{question2}}

Answer in the first sentence. Explain in the two that follow.

Is yours missing? [Ask us](/contact).
`,
  },
  {
    name: 'Article',
    description: 'A guide that answers one question in depth.',
    category: 'article',
    variables: [field('question', 'The question that it answers'), field('audience', 'Who asks it', false)],
    body: `Answer “{{question}}” here, in two sentences that can stand alone.

## The short answer

What {{audience}} need to know if they read nothing else.

## What it depends on

Name the two or three things that change the answer, each with an example.

## What to do next

One step that can be taken today, with a [link](/contact) to it.
`,
  },
  {
    name: 'Case study',
    description: 'A client’s problem, the solution and the result, with figures.',
    category: 'case-study',
    variables: [field('client', 'The client, or what kind of client'), field('result', 'The result in one figure')],
    body: `How {{client}} came to {{result}}, step by step.

## The problem

What it cost, in time or money, before anything was done.

## What we did

Three steps, in the order in which they were taken.

## The result

{{result}}. Say how it was measured, and over which time.
`,
  },
  {
    name: 'News',
    description: 'An announcement: what is new, from when, and what it means for clients.',
    category: 'news',
    variables: [field('what', 'What is new'), field('when', 'From when on')],
    body: `{{what}}, from {{when}} on.

## What it means for you

Say what changes for clients, and what stays as it is.

## Any questions?

[Write to us](/contact); we answer within a working day.
`,
  },
];
