export const common = {
  brand: 'Client portal',
  claim: 'How visible your business is online, and what to do next.',
  skip: 'Skip to content',
  again: 'Try again',
  loading: 'Loading',
  fields: {
    email: 'Email',
    password: 'Password',
    show: 'Show what is typed',
    newPassword: 'New password',
    organization: 'Organization name',
    name: 'Your name',
    code: 'Code',
  },
  errors: {
    title: 'Something went wrong',
    offline: 'The portal cannot be reached right now. Check your connection; we’ll keep trying.',
    unexpected: 'The page could not be shown.',
    busy: 'The portal is busy. We’ll keep trying.',
  },
  notFound: {
    title: 'Page not found',
    text: 'The link may be outdated or incomplete.',
    home: 'Go to the overview',
  },
};
