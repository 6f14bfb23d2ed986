// The product of these projects is services apart.
process.env.FEUSA_TEST_PROFILE = 'distributed';
