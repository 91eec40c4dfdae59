// One file a drawing: the package's front door makes the bundler read all six thousand.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const drawing: import('@tabler/icons-react').Icon
  // biome-ignore lint/style/noDefaultExport: so the package has it
  export default drawing
}
