// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A constant rate, 18 decimals.
contract FixedRate {
    uint256 public immutable getRate;

    constructor(uint256 rate) {
        getRate = rate;
    }
}
