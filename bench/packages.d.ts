// Types of the packages that only `npm run bench` installs, so that the types can be checked without them.

declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    method?: 'POST'
    setupClient(client: { setBody(body: string): void; setHeaders(headers: Record<string, string>): void }): void
  }
  interface Result {
    '2xx': number
    duration: number
    latency: { p99: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: Options): Promise<Result>
}

declare module 'lighthouse' {
  interface Report {
    finalDisplayedUrl: string
    runtimeError?: { message: string }
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
    audits: Record<string, { score: number | null; title: string }>
  }
  interface Flags {
    port: number
    onlyCategories: string[]
    disableStorageReset: boolean
    logLevel: 'error'
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Report } | undefined>
}
