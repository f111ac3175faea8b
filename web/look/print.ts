const SCHEME = 'data-mantine-color-scheme';

/** Prints on paper, which is white, in the light colours whatever the window shows. */
export function printInLight() {
  const root = document.documentElement;
  addEventListener('beforeprint', () => {
    const shown = root.getAttribute(SCHEME) ?? 'light';
    root.setAttribute(SCHEME, 'light');
    addEventListener('afterprint', () => root.setAttribute(SCHEME, shown), { once: true });
  });
}
