// A worker thread that fails to start.
throw new Error('This thread cannot begin')
