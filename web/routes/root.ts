import { createRootRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../accounts/not-found.tsx';

export const root = createRootRoute({ notFoundComponent: NotFoundPage });
