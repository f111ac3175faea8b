import { type Diagnosis, ok, warning } from '../../../server/diagnosis.ts';
import { seconds } from '../../../server/durations.ts';
import { nativeHashing } from '../../../server/identity/argon2.ts';

export const passwords: Diagnosis = {
  check: 'passwords',
  limit: seconds(5),
  run: () =>
    nativeHashing().then(
      () => ok('Passwords are hashed by the native argon2.'),
      () =>
        warning(
          'Passwords are hashed by Node itself, in 3.5 times the processor time: the native part of @node-rs/argon2 is not installed. Run npm ci without --omit=optional.',
        ),
    ),
};
