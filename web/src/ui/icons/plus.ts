export const plus = { paths: ['M12 5l0 14', 'M5 12l14 0'] }
