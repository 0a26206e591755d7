// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestVault} from "../../../../contracts/forge/adapters/DishonestVault.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestBalancerV3 is DishonestVault {
    struct Params {
        uint8 kind;
        address pool;
        address tokenIn;
        address tokenOut;
        uint256 amount;
        uint256 limit;
        bytes userData;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function getVault() external view returns (address) {
        return address(this);
    }

    function unlock(bytes calldata data) external returns (bytes memory) {
        return _callBack(data);
    }

    function settle(address, uint256) external returns (uint256) {}

    function swap(Params calldata) external view returns (uint256, uint256, uint256) {
        return (says, takes, says);
    }

    function sendTo(address currency, address to, uint256) external {
        _take(currency, to);
    }
}
