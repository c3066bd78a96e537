// What the page shows: the tab, dialogs, short messages.
export const TABS = ['analyse', 'play', 'threats', 'prove', 'review', 'puzzles', 'patterns', 'library'] as const;
export type Tab = (typeof TABS)[number];
export type Dialog = 'settings' | 'shortcuts' | 'new' | null;

export interface Toast {
  id: number;
  text: string;
  tone: 'info' | 'bad' | 'good';
}

const TOAST_MS = 4500;

class Ui {
  tab: Tab = $state('analyse');
  dialog: Dialog = $state(null);
  toasts: Toast[] = $state([]);
  /** Free placing of stones; clicks go to the editor. */
  isEditing = $state(false);
  #nextToast = 1;

  /** Says something for a few seconds; errors stay twice as long. */
  say(text: string, tone: Toast['tone'] = 'info'): void {
    const id = this.#nextToast++;
    this.toasts = [...this.toasts.filter((toast) => toast.text !== text).slice(-2), { id, text, tone }];
    setTimeout(() => this.dismiss(id), tone === 'bad' ? TOAST_MS * 2 : TOAST_MS);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}

export const ui = new Ui();

/** Says what went wrong, in the words of whatever was thrown. */
export function sayError(error: unknown): void {
  ui.say(error instanceof Error ? error.message : String(error), 'bad');
}
