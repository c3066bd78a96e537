// Words of the views Prove, Review, Puzzles and Patterns; one file each, both languages side by side.
import { patternsEn, patternsZh } from './study/patterns';
import { proveEn, proveZh } from './study/prove';
import { puzzlesEn, puzzlesZh } from './study/puzzles';
import { reviewEn, reviewZh } from './study/review';

export const studyEn = {
  prove: { title: 'Prove', ...proveEn },
  review: { title: 'Review', ...reviewEn },
  puzzles: { title: 'Puzzles', ...puzzlesEn },
  patterns: { title: 'Patterns', ...patternsEn },
};

export const studyZh: typeof studyEn = {
  prove: { title: '证明', ...proveZh },
  review: { title: '复盘', ...reviewZh },
  puzzles: { title: '习题', ...puzzlesZh },
  patterns: { title: '棋型', ...patternsZh },
};
