import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadWhenReachable } from '../api/code.ts';
import { withMonth, withPages, withSuggestions } from './filters.ts';
import { inside } from './frame.ts';

export const contentRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'content',
    validateSearch: withPages,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/content.tsx')),
      'ContentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'content/$id',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/content/editor.tsx')),
      'EditorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'suggestions',
    validateSearch: withSuggestions,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/suggestions.tsx')),
      'SuggestionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'calendar',
    validateSearch: withMonth,
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/calendar.tsx')),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'templates',
    component: lazyRouteComponent(
      loadWhenReachable(() => import('../pages/templates.tsx')),
      'TemplatesPage',
    ),
  }),
] as const;
