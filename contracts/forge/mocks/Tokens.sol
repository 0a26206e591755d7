// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice Every balance is a part of a supply that the test may stretch and shrink.
contract RebasingToken {
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 private ppm = 1e6;

    function rebase(uint256 ppm_) external {
        ppm = ppm_;
    }

    function mint(address to, uint256 amount) external {
        shares[to] += amount;
    }

    function balanceOf(address account) public view returns (uint256) {
        return shares[account] * ppm / 1e6;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        uint256 part = amount * 1e6 / ppm;
        shares[from] -= part;
        shares[to] += part;
        return true;
    }
}

/// @notice Calls somebody in the midst of every transfer, as an ERC-777 token calls the sender and the receiver.
contract HookedToken is PlainToken {
    address private target;
    bytes private data;
    bool public tried;
    bool public entered;

    function hook(address target_, bytes calldata data_) external {
        (target, data, tried, entered) = (target_, data_, false, false);
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (target == address(0)) return;
        (bool ok,) = target.call(data);
        (tried, entered) = (true, entered || ok);
    }
}
