/** How the signature of a request came about: enough to make it anew, at another moment. Never shown. */
export interface Signed {
  /** Header that carries it: an HMAC-SHA-256 in hexadecimal digits, in whatever form. */
  readonly header: string
  readonly key: string | Buffer
  /** Bytes that were signed, which may be others than those that are sent. */
  readonly over: Buffer
  /** Present where a header tells the time of signing: Unix seconds. */
  readonly time?: {
    readonly header: string
    /** When the request was made. */
    readonly now: number
    /** Stands before what is signed, with a dot; absent where no time is signed. */
    readonly signed?: number
  }
}
