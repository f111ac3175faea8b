import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { loadWhenReachable } from '../api/code.ts';
import { useOrganizations } from './use-organizations.ts';

const OrganizationSwitch = lazy(
  loadWhenReachable(() =>
    import('./organization-switch.tsx').then((module) => ({ default: module.OrganizationSwitch })),
  ),
);

/** The name of the organization, from which people of several switch to another. */
export function OrganizationName() {
  const { name, others } = useOrganizations();
  const plain = (
    <Text fw={600} truncate>
      {name}
    </Text>
  );
  return others.length === 0 ? (
    plain
  ) : (
    <Suspense fallback={plain}>
      <OrganizationSwitch />
    </Suspense>
  );
}
