/** How the target is reached. */
export interface Network {
  /** PEM of a certificate authority beside those that Node knows. */
  readonly ca?: string
  /** Certificates are not verified. */
  readonly insecure?: boolean
  /** URL of a proxy, or `environment` for HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Without it no proxy is used. */
  readonly proxy?: string
}
