/**
 * Loads a part of the application when it is wanted. Without a connection it waits for one: a part that is missing must
 * not take down what is there.
 */
export async function whenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (thrown) {
    if (navigator.onLine) throw thrown;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return whenConnected(load);
  }
}
