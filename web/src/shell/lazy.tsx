import { i18n } from '@lingui/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { problemText } from '../api/problem-text'
import { showProblem } from '../api/show-problem'
import { trackWaiting } from './pending-loads'

/** A lazily loaded part of the application, not needed by the first screen. */
export interface LazyPart<Part> {
  /** The part, if loaded. */
  part(): Part | undefined
  /** Loads it; undefined if that failed, which a toast reports. Can be retried. */
  fetch(): Promise<Part | undefined>
  /** Preloads it when it is likely to be needed; ignores failures. */
  preload(): void
}

/** Declares lazily loaded code: `lazy(async () => (await import('./panel')).Panel)`. */
export function lazy<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  const fetched = () => {
    loading ??= load()
      .then((loaded) => {
        part = loaded
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  return {
    part: () => part,
    preload() {
      if (part === undefined) fetched().catch(() => {})
    },
    async fetch() {
      if (part !== undefined) return part
      try {
        await trackWaiting(fetched())
      } catch (error) {
        showProblem(error, i18n._(problemText(error)))
      }
      return part
    },
  }
}

interface LazyProps<Props> {
  component: LazyPart<ComponentType<Props>>
  /** Called if loading failed. */
  onFailed?(): void
  /** Rendered until it is loaded. */
  fallback?: ReactNode
}

/** Loads a component on mount and renders it with the other props; until then the fallback. */
export function Lazy<Props extends object>({
  component,
  onFailed,
  fallback = null,
  ...props
}: LazyProps<Props> & Props) {
  const [Component, setComponent] = useState(component.part)

  // Loads the code over the network.
  useEffect(() => {
    component.fetch().then((fetched) => {
      if (fetched) setComponent(() => fetched)
      else onFailed?.()
    })
  }, [component, onFailed])

  // The remaining props belong to the component.
  return Component ? <Component {...(props as unknown as Props)} /> : fallback
}
