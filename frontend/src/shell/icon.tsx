// Line icons on a grid of 24, drawn for this page.

const SHAPES = {
  again: <path d="M20 5v5h-5M4 19v-5h5M19 10a7.500 7.500 0 0 0-13.500-2M5 14a7.500 7.500 0 0 0 13.500 2" />,
  back: <path d="M16 6l-8 6 8 6z" />,
  engine: <path d="M4 18l5-6 4 3 7-9M15 6h5v5" />,
  eye: <><path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z" /><circle cx="12" cy="12" r="2.600" /></>,
  hint: <path d="M9 17.500h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.5.9 1.200.9 2v.1h5.200v-.1c0-.8.3-1.500.9-2A6 6 0 0 0 12 3z" />,
};

export const Icon = ({ name }: { name: keyof typeof SHAPES }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{SHAPES[name]}</svg>
);
