// The theme's colours for canvas drawing, which cannot read custom properties itself.
export interface Colours {
  text: string;
  faint: string;
  line: string;
  accent: string;
  good: string;
  bad: string;
  warn: string;
  info: string;
  panel: string;
}

/** The colours as they hold for an element now. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: read('--text-2'), faint: read('--line'), line: read('--line-strong'), accent: read('--accent'),
    good: read('--good'), bad: read('--bad'), warn: read('--warn'), info: read('--info'), panel: read('--panel'),
  };
}

/** An axis in the page's type. */
export function axis(colours: Colours, more: object = {}): object {
  return {
    stroke: colours.text,
    font: '11px system-ui, sans-serif',
    grid: { stroke: colours.faint, width: 1 },
    ticks: { show: false },
    ...more,
  };
}
