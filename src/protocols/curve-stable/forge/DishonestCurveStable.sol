// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestCurveStable is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function exchange(int128, int128, uint256, uint256) external {
        _trade(msg.sender);
    }

    function exchange(int128, int128, uint256, uint256, address to) external returns (uint256) {
        return _trade(to);
    }

    function exchange_underlying(int128, int128, uint256, uint256) external {
        _trade(msg.sender);
    }

    function exchange_underlying(int128, int128, uint256, uint256, address to) external returns (uint256) {
        return _trade(to);
    }
}
