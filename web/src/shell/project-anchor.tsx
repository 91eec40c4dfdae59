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

/** The id in a project's address when the address is on this origin; then its home opens without loading anew. */
export function projectIdIn(projectUri: string, here: string): string | undefined {
  if (!URL.canParse(projectUri, here)) return undefined
  const { origin, pathname } = new URL(projectUri, here)
  return origin === new URL(here).origin ? /^\/project-([^/]+)\/?$/.exec(pathname)?.[1] : undefined
}

/** A click that asks for a new tab, a window or a download is the browser's business. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

const destinationOf = (projectId: string) => ({ to: '/project-{$projectId}/', params: { projectId } }) as const

/** Opens a project by its address: on this origin without loading anew, anywhere else as the browser does. */
export function useOpenProject(): (projectUri: string) => void {
  const router = useRouter()
  return (projectUri) => {
    const projectId = projectIdIn(projectUri, location.href)
    if (projectId === undefined) location.assign(projectUri)
    else router.navigate(destinationOf(projectId))
  }
}

/**
 * A link to a project's address. Not the router's own link: that one thinks again at every change of the address, which
 * is every letter of a search, and there are as many of these as there are projects.
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
        // Between pressing and letting go there is time to begin.
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
