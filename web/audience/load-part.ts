const WAIT_MS = 1000;
const WAIT_MAX_MS = 60_000;

/** Loads a part that the page needs without being asked for it, such as what follows a talk. It tries until the network and the server let it. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let wait = WAIT_MS; ; wait = Math.min(wait * 2, WAIT_MAX_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
