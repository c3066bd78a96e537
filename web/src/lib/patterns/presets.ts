// Patterns to begin with: the shapes of docs/patterns.md and the examples of docs/laboratory.md.
export const PRESETS: readonly { id: string; text: string }[] = [
  { id: 'simpleThree', text: '+XXX+' },
  { id: 'weakThree', text: '++XXX+' },
  { id: 'doubleThree', text: '++XXX++' },
  { id: 'simpleFour', text: 'XXXX+' },
  { id: 'brokenFour', text: 'XX+XX' },
  { id: 'doubleFour', text: '+XXXX+' },
  { id: 'five', text: 'XXXXX' },
  { id: 'weakTwo', text: '++XX++' },
  { id: 'doubleTwo', text: '+++XX+++' },
  { id: 'crossFour', text: 'XXX+X/....+/....X/....X/....X' },
  { id: 'fourThree', text: '+...+/.X..X/..X.X/...+X/....X/....++' },
  { id: 'twoThrees', text: '+XXX++XXX+' },
  { id: 'victoryThree', text: '.+.+/+XX+++/.X.+/.X.X/.+.X/.+.+' },
];
