// Words of the views Prove, Review, Puzzles and Patterns, in both languages side by side.
export const studyEn = {
  prove: { title: 'Prove' },
  review: { title: 'Review' },
  puzzles: { title: 'Puzzles' },
  patterns: { title: 'Patterns' },
};

export const studyZh: typeof studyEn = {
  prove: { title: '证明' },
  review: { title: '复盘' },
  puzzles: { title: '习题' },
  patterns: { title: '棋型' },
};
