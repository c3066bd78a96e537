// The one socket of the page and what the server said about itself.
import { api } from '../api/http';
import { browserSurroundings, Socket, type Job, type LinkState } from '../api/socket';
import type { About, JobEvent, JobRequest } from '../api/types';

class Link {
  /** The state of the line to the server. */
  state: LinkState = $state('connecting');
  /** What the server can do; null until it answered. */
  about: About | null = $state.raw(null);
  #socket: Socket | null = null;

  /** Opens the line. Called once, when the page starts. */
  start(): void {
    if (this.#socket) return;
    const socket = new Socket(browserSurroundings());
    socket.onstate = (state) => {
      this.state = state;
      if (state === 'open') void this.#ask();
    };
    this.#socket = socket;
  }

  /** Starts a job on the one session; a running one is replaced. */
  run(request: JobRequest, onEvent: (event: JobEvent) => void): Job {
    this.start();
    return this.#socket!.run(request, onEvent);
  }

  async #ask(): Promise<void> {
    try {
      this.about = await api.about();
    } catch {
      // The state of the line is shown anyway, and a new line asks again.
    }
  }
}

export const link = new Link();
