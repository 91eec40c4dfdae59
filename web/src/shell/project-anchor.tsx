import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface ProjectAnchorProps {
  projectUri: string
  className: string | undefined
  onClick?: () => void
  children: ReactNode
  'data-quiet'?: true | undefined
  'data-first'?: true | undefined
}

/** The project's id in its address, if that is on this origin; its home then opens without a page load. */
export function projectIdIn(projectUri: string, here: string): string | undefined {
  if (!URL.canParse(projectUri, here)) return undefined
  const { origin, pathname } = new URL(projectUri, here)
  return origin === new URL(here).origin ? /^\/project-([^/]+)\/?$/.exec(pathname)?.[1] : undefined
}

/** Clicks for a new tab, a window or a download are left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

const destinationOf = (projectId: string) => ({ to: '/project-{$projectId}/', params: { projectId } }) as const

/** Opens a project by its address: on this origin by the router, otherwise by a page load. */
export function useOpenProject(): (projectUri: string) => void {
  const router = useRouter()
  return (projectUri) => {
    const projectId = projectIdIn(projectUri, location.href)
    if (projectId === undefined) location.assign(projectUri)
    else router.navigate(destinationOf(projectId))
  }
}

/**
 * A link to a project's address. Not the router's own link, which re-renders at every change of the address, hence at
 * every keystroke of a search, for each of possibly thousands of projects.
 */
export function ProjectAnchor({ projectUri, onClick, ...anchor }: ProjectAnchorProps) {
  const router = useRouter()
  const openProject = useOpenProject()
  const projectId = projectIdIn(projectUri, location.href)
  if (projectId === undefined) return <a {...anchor} href={projectUri} onClick={onClick} />
  return (
    <a
      {...anchor}
      href={`/project-${projectId}/`}
      onPointerDown={() => {
        // Preloads between press and release.
        router.preloadRoute(destinationOf(projectId))
      }}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        onClick?.()
        openProject(projectUri)
      }}
    />
  )
}
