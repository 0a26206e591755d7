// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {KeepingCoin} from "../../../../contracts/forge/mocks/Coins.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

/// @notice Wraps a token with the interface of stETH, and is itself the output token.
contract DishonestWrapper is DishonestPool {
    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function wrap(uint256) external returns (uint256) {
        return _trade(msg.sender);
    }
}

/// @notice stETH at a rate of one, whose allowances are not used up.
contract SharesToken is KeepingCoin {
    function sharesOf(address account) external view returns (uint256) {
        return balanceOf[account];
    }

    function getPooledEthByShares(uint256 shares) external pure returns (uint256) {
        return shares;
    }

    function getSharesByPooledEth(uint256 amount) external pure returns (uint256) {
        return amount;
    }
}
