import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that a stylesheet reads. */
    [name: `--${string}`]: string | number;
  }
}
