// A thread that ends before it can compute anything.
throw new Error('This thread cannot begin')
