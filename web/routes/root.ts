import { createRootRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../parts/outcomes.tsx';

export const root = createRootRoute({ notFoundComponent: NotFoundPage });
