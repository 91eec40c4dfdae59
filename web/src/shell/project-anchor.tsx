import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

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

/** A link to a project's address. */
export function ProjectAnchor({ projectUri, ...anchor }: ProjectAnchorProps) {
  const projectId = projectIdIn(projectUri, location.href)
  if (projectId === undefined) return <a {...anchor} href={projectUri} />
  return <Link {...anchor} to="/project-{$projectId}/" params={{ projectId }} />
}
