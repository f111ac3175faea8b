import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { arriving } from '../api/code.ts';
import { withMonth, withPages, withSuggestions } from './filters.ts';
import { inside } from './frame.ts';

export const contentRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'content',
    validateSearch: withPages,
    component: lazyRouteComponent(
      arriving(() => import('../pages/content.tsx')),
      'ContentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'content/$id',
    component: lazyRouteComponent(
      arriving(() => import('../pages/content/editor.tsx')),
      'EditorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'suggestions',
    validateSearch: withSuggestions,
    component: lazyRouteComponent(
      arriving(() => import('../pages/suggestions.tsx')),
      'SuggestionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'calendar',
    validateSearch: withMonth,
    component: lazyRouteComponent(
      arriving(() => import('../pages/calendar.tsx')),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'templates',
    component: lazyRouteComponent(
      arriving(() => import('../pages/templates.tsx')),
      'TemplatesPage',
    ),
  }),
] as const;
