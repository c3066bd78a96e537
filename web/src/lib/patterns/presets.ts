// Patterns to begin with: the shapes of docs/patterns.md and the examples of docs/laboratory.md. `is` is what the
// laboratory calls each (its kind and, if it has one, its name); a browser test asks it.
export const PRESETS: readonly { id: string; text: string; is: string }[] = [
  { id: 'simpleThree', text: '+XXX+', is: 'T2 S3' },
  { id: 'weakThree', text: '++XXX+', is: 'A2 W3' },
  { id: 'doubleThree', text: '++XXX++', is: 'A2 D3' },
  { id: 'simpleFour', text: 'XXXX+', is: 'A1 S4' },
  { id: 'brokenFour', text: 'XX+XX', is: 'A1 S4' },
  { id: 'doubleFour', text: '+XXXX+', is: 'V1 D4' },
  { id: 'five', text: 'XXXXX', is: 'V0 S5' },
  { id: 'weakTwo', text: '++XX++', is: 'T3 W2' },
  { id: 'doubleTwo', text: '+++XX+++', is: 'T3 D2' },
  { id: 'crossFour', text: 'XXX+X/....+/....X/....X/....X', is: 'V1 C44' },
  { id: 'fourThree', text: '+/+/XXX+X/X/X/+', is: 'V2 C43' },
  { id: 'twoThrees', text: '+XXX++XXX+', is: 'A2 D3' },
  { id: 'victoryThree', text: '.+.+/+XX+++/.X.+/.X.X/.+.X/.+.+', is: 'V3' },
];
