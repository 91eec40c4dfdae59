import type { ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import type { TestReturn } from '../../session/provider-return'

/** Messages between the window of a test and the page that opened it, within this browser and origin. */
export type TestMessage =
  | { kind: 'returned'; returned: TestReturn }
  | { kind: 'result'; state: string; result: ProviderTestResult }

const channelName = 'provider-test'

/** Listens to messages; returns the function that stops. */
export function listenForTests(onMessage: (message: TestMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TestMessage>) => onMessage(data)
  return () => channel.close()
}

/** Sends a message to the other side. */
export function postTestMessage(message: TestMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}
