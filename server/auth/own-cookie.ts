interface Wish {
  /** Without prefix. */
  readonly name: string;
  /** The browser sends the cookie with requests below this path. */
  readonly path: string;
  readonly seconds: number;
  readonly isSecure: boolean;
  /** `Strict`: never sent with requests that another site starts. */
  readonly sameSite?: 'Lax' | 'Strict';
}

/**
 * A cookie that scripts cannot read. Over https its name has a prefix, so that plain http cannot set it: `__Host-` for the whole site, so that
 * other hosts cannot either, otherwise `__Secure-` (RFC 6265bis, 4.1.3).
 */
export class OwnCookie {
  readonly #name: string;
  readonly #seconds: number;
  readonly #attributes: readonly string[];

  constructor({ name, path, seconds, isSecure, sameSite = 'Lax' }: Wish) {
    const prefix = path === '/' ? '__Host-' : '__Secure-';
    this.#name = isSecure ? `${prefix}${name}` : name;
    this.#seconds = seconds;
    this.#attributes = [`Path=${path}`, 'HttpOnly', `SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : [])];
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

/** The value of a cookie in a `Cookie` header; null when it is missing. */
function cookieValue(header: string | undefined, name: string): string | null {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
