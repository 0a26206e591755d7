// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

/// @notice A vault that takes any part of a deposit and burns any number of its own shares.
contract DishonestShares is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function deposit(uint256, address to) external returns (uint256) {
        return _trade(to);
    }

    /// Needs no allowance of the owner, because it is the token's own contract.
    function redeem(uint256, address to, address) external returns (uint256) {
        return _trade(to);
    }
}
