import { cookieValue } from './cookies.ts';

interface Wish {
  /** Without prefix. */
  readonly name: string;
  /** The browser sends the cookie with requests below this path. */
  readonly path: string;
  readonly seconds: number;
  readonly isSecure: boolean;
}

/** A cookie that scripts cannot read. Over https its name has the prefix `__Secure-`, so that plain http cannot set it. */
export class OwnCookie {
  readonly #name: string;
  readonly #seconds: number;
  readonly #attributes: readonly string[];

  constructor({ name, path, seconds, isSecure }: Wish) {
    this.#name = isSecure ? `__Secure-${name}` : name;
    this.#seconds = seconds;
    this.#attributes = [`Path=${path}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  }

  /** The value in a `Cookie` header; null when it is missing. */
  read(header: string | undefined): string | null {
    return cookieValue(header, this.#name);
  }

  /** The `Set-Cookie` line that stores the value. */
  write(value: string): string {
    return this.#line(value, this.#seconds);
  }

  /** The `Set-Cookie` line that removes the cookie. */
  clear(): string {
    return this.#line('', 0);
  }

  #line(value: string, seconds: number): string {
    return [`${this.#name}=${value}`, `Max-Age=${seconds}`, ...this.#attributes].join('; ');
  }
}
