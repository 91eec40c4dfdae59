// One file a drawing: the package's front door makes the bundler read all six thousand.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const drawing: import('@tabler/icons-react').Icon
  export default drawing
}
