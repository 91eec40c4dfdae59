import type { ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import type { TestReturn } from '../../session/provider-return'

/** What the window of a test and the page that opened it tell each other, in this browser and at this address only. */
export type TestMessage =
  | { kind: 'returned'; returned: TestReturn }
  | { kind: 'result'; state: string; result: ProviderTestResult }

const channelName = 'provider-test'

/** Listens until the function that it gives is called. */
export function hearTests(onMessage: (message: TestMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TestMessage>) => onMessage(data)
  return () => channel.close()
}

/** Tells the other side. */
export function tellTest(message: TestMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}
