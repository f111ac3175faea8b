import { createRoute } from '@tanstack/react-router';
import { withMonth, withPages, withSuggestions } from './filters.ts';
import { inside } from './frame.ts';
import { page } from './page.ts';

export const contentRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: 'content',
    validateSearch: withPages,
    component: page(() => import('../pages/content.tsx'), 'ContentPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'content/$id',
    component: page(() => import('../pages/content/editor.tsx'), 'EditorPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'suggestions',
    validateSearch: withSuggestions,
    component: page(() => import('../pages/suggestions.tsx'), 'SuggestionsPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'calendar',
    validateSearch: withMonth,
    component: page(() => import('../pages/calendar.tsx'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: 'templates',
    component: page(() => import('../pages/templates.tsx'), 'TemplatesPage'),
  }),
] as const;
