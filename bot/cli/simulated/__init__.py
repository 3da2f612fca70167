"""Games without people: simulations, and the people of rehearsals and load tests."""
