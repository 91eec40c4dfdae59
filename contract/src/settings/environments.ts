/** The environments of which an installation is one (contract §5). */
export const environments = ['local', 'development', 'staging', 'production', 'onpremise', 'deploy'] as const

export type Environment = (typeof environments)[number]
