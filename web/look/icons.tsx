/** Outlines of 24 units. Each stands beside a word, so that no reader needs it. */
const PATHS = {
  overview: 'M3 12l9-8 9 8M5 10v10h14V10',
  visibility: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 100 6 3 3 0 000-6z',
  competitors: 'M5 20V10M12 20V4M19 20v-7',
  aiSearch: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5M11 8v6M8 11h6',
  listings: 'M12 21s7-6.5 7-11a7 7 0 10-14 0c0 4.500 7 11 7 11zM12 8a2 2 0 100 4 2 2 0 000-4z',
  siteAudit: 'M3 4h18v14H3zM3 8h18M8 13l3 3 5-5',
  measurement: 'M4 20V9M9 20V4M14 20v-8M19 20v-5M3 20h18',
  plan: 'M4 6l1.500 1.500L8 5M4 13l1.500 1.500L8 12M4 20l1.500 1.500L8 19M12 6h8M12 13h8M12 20h8',
  insights: 'M9 18h6M10 21h4M12 3a6 6 0 00-4 10.500c.7.7 1 1.500 1 2.500h6c0-1 .3-1.800 1-2.500A6 6 0 0012 3z',
  analytics: 'M3 20h18M5 16l4-5 4 3 6-8',
  reviews: 'M12 4l2.500 5 5.500.8-4 3.900.9 5.500L12 16.600 7.100 19.200l.9-5.500-4-3.900 5.500-.8z',
  social:
    'M6 9a3 3 0 100 6 3 3 0 000-6zM18 3a3 3 0 100 6 3 3 0 000-6zM18 15a3 3 0 100 6 3 3 0 000-6zM8.700 10.700l6.600-3.400M8.700 13.300l6.600 3.400',
  goals: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7.500a4.500 4.500 0 100 9 4.500 4.500 0 000-9zM12 11.500v1',
  tasks: 'M4 4h16v16H4zM8 12l3 3 5-6',
  content: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  suggestions: 'M12 3v3M5 6l2 2M19 6l-2 2M8 14a4 4 0 118 0c0 2-2 2-2 4h-4c0-2-2-2-2-4zM10 21h4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  templates: 'M4 4h16v5H4zM4 13h7v7H4zM15 13h5v7h-5z',
  billing: 'M3 6h18v12H3zM3 10h18M7 15h4',
  reports: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  appearance: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M15 4v16M18 6v12',
  language: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  profile: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4 21c0-4 4-6 8-6s8 2 8 6',
  security: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
  notifications: 'M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4',
  organization: 'M4 21V5h10v16M14 10h6v11M8 9h2M8 13h2M8 17h2',
  import: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  keys: 'M8 11a4 4 0 100 8 4 4 0 000-8zM11 12l9-9M16 7l3 3',
  members:
    'M9 5a3.500 3.500 0 100 7 3.500 3.500 0 000-7zM2 20c0-3.500 3-5 7-5s7 1.500 7 5M16 5.500a3.500 3.500 0 010 6.500M18 15c2.500.5 4 2 4 5',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.500a2.500 2.500 0 100 5 2.500 2.500 0 000-5zM8 14.500a2.500 2.500 0 100 5 2.500 2.500 0 000-5z',
  back: 'M15 5l-7 7 7 7',
  signOut: 'M9 4H4v16h5M15 8l4 4-4 4M19 12H9',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
