export const common = {
  brand: 'Client portal',
  claim: 'How visible your business is online, and what to do next.',
  skip: 'Skip to the content',
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
    offline: 'The portal cannot be reached right now. Check your connection; it will be tried again.',
    unexpected: 'The page could not be shown.',
    busy: 'The portal is busy. It will be tried again.',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The link may be old, or a letter of it is missing.',
    home: 'To the overview',
  },
};
