// The sound of a stone on wood, made on the spot (two short damped tones); off unless a person wants it.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A stone is put down. */
export function clack(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, strength, length] of [[1250, 0.22, 0.035], [410, 0.3, 0.07]] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(frequency, now);
    tone.frequency.exponentialRampToValueAtTime(frequency * 0.6, now + length);
    volume.gain.setValueAtTime(strength, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + length);
  }
}
